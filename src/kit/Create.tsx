import { useState, type ReactNode } from 'react'
import { CreateBase } from 'react-admin'
import { LoadingTranslations } from '../ui/Loading'
import { PageHeader } from '../ui/PageHeader'
import { useFormat } from '../ui/useFormat'
import { RecordForm, useSaved, useEntity } from './form/RecordForm'
import { resourceName } from './labels'
import { specOf } from './registry'

/** The page that makes a new record. @param children drawn by hand in place of the form's sections */
export function Create({ resource, children }: { resource: string; children?: ReactNode }) {
  const spec = specOf(resource)
  const { t } = useFormat()
  const entity = useEntity(spec)
  const [problem, setProblem] = useState<unknown>(null)
  const onSuccess = useSaved(spec, 'create')
  return (
    <CreateBase
      disableAuthentication
      resource={spec.name}
      redirect="show"
      mutationOptions={{ onSuccess, onError: setProblem }}
    >
      <PageHeader
        title={t(`resources.${spec.name}.page.create`)}
        back={{ to: `/${spec.name}`, label: resourceName(t, spec.name) }}
      />
      {entity ? (
        <RecordForm spec={spec} entity={entity} mode="create" problem={problem} cancelTo={`/${spec.name}`}>
          {children}
        </RecordForm>
      ) : (
        <LoadingTranslations />
      )}
    </CreateBase>
  )
}
