import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useEffect, useRef } from 'react'
import { useFormContext, useFormState, type FieldValues } from 'react-hook-form'
import { problemOf } from '../../providers/http/problem'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { labelKey } from '../labels'
import { isObject } from '../../providers/storage'
import { Blockers } from '../Blockers'
import { useFormInfo } from './FormContext'

interface Fault {
  path: string
  message: string
}

/** Returns the errors of a form with the paths of their fields. */
function faultsOf(errors: unknown, parent = ''): Fault[] {
  if (!isObject(errors) && !Array.isArray(errors)) return []
  const own =
    isObject(errors) && typeof errors['message'] === 'string' && 'type' in errors
      ? [{ path: parent, message: errors['message'] }]
      : []
  const nested = Object.entries(errors).flatMap(([key, child]) =>
    key === 'ref' || key === 'types' || (own.length > 0 && key === 'root')
      ? []
      : faultsOf(child, key === 'root' || key === 'serverError' ? parent : parent ? `${parent}.${key}` : key),
  )
  return [...own, ...nested]
}

/** Lists the errors that prevent a save, each with a link to its field, and the message of the server. */
export function FormSummary({ problem }: { problem: unknown }) {
  const format = useFormat()
  const { t } = format
  const { spec } = useFormInfo()
  const { setFocus } = useFormContext<FieldValues>()
  const { errors, submitCount } = useFormState()
  const box = useRef<HTMLDivElement>(null)
  // Scrolls to an error of the server, because it arrives long after the click.
  useEffect(() => {
    if (problem !== null) box.current?.scrollIntoView({ block: 'center' })
  }, [problem])
  const faults = submitCount > 0 ? faultsOf(errors) : []
  const { blockers, request_id: requestId, errors: fields } = problemOf(problem)
  const general = problem !== null && fields === undefined
  if (faults.length === 0 && !general) return null
  const place = (path: string) =>
    path
      .split('.')
      .map((step, index, steps) =>
        /^\d+$/.test(step)
          ? Number(step) + 1
          : t(labelKey(spec.name, steps.slice(0, index + 1).join('.')), { _: step }),
      )
      .join(' › ')
  const focusField = (path: string) => {
    const input = document.getElementsByName(path)[0] ?? document.getElementsByName(`${path}.en`)[0]
    input?.scrollIntoView({ block: 'center' })
    if (input) input.focus()
    else setFocus(path)
  }
  return (
    <Alert ref={box} severity="error" role="alert" sx={{ mb: 4 }}>
      {general ? problemText(problem, format) : t('app.form.faults', { smart_count: faults.length })}
      {general && requestId && <Box sx={{ mt: 1, opacity: 0.8 }}>{t('app.problem.request', { id: requestId })}</Box>}
      {blockers && <Blockers blockers={blockers} />}
      {faults.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 1, paddingInlineStart: 5 }}>
          {faults.map(({ path, message }) => (
            <li key={path}>
              {path && (
                <>
                  <Link
                    component="button"
                    type="button"
                    color="inherit"
                    sx={{ fontWeight: 550, verticalAlign: 'baseline' }}
                    onClick={() => focusField(path)}
                  >
                    {place(path)}
                  </Link>
                  {': '}
                </>
              )}
              {message}
            </li>
          ))}
        </Box>
      )}
    </Alert>
  )
}
