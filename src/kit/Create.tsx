import { useState, type ReactNode } from 'react'
import { Create as RecordCreate } from 'react-admin'
import { LoadingTranslations } from '../ui/Loading'
import { PageHeader } from '../ui/PageHeader'
import { useFormat } from '../ui/useFormat'
import { RecordForm, useSaved, useEntity } from './form/RecordForm'
import { resourceName } from './labels'
import { specOf } from './registry'

/** Page that creates a record. @param children replaces the sections of the form */
export function Create({ resource, children }: { resource: string; children?: ReactNode }) {
  const spec = specOf(resource)
  const { t } = useFormat()
  const entity = useEntity(spec)
  const [problem, setProblem] = useState<unknown>(null)
  const onSuccess = useSaved(spec, 'create')
  return (
    <RecordCreate
      disableAuthentication
      resource={spec.name}
      redirect="show"
      mutationOptions={{ onSuccess, onError: setProblem }}
      component="div"
      title={false}
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
    </RecordCreate>
  )
}
