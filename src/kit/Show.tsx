import type { ReactNode } from 'react'
import { Show as RecordShow, useRecordContext, useResourceContext } from 'react-admin'
import { Column, TwoColumns } from '../ui/Column'
import { History } from './History'
import { RecordHeader } from './RecordHeader'
import { AllDetails, UpfrontSections } from './RecordSections'
import { RecordSkeleton, RecordUnavailable } from './RecordStates'
import { specOf } from './registry'
import type { AnyRecord, AnySpec } from './resource'

interface RecordPageProps {
  spec: AnySpec
  children: (record: AnyRecord) => ReactNode
}

const QUERY_OPTIONS = { onError: () => undefined }
/** Shows a record that a list has read at once, and reads it again, because lists omit fields. */
const READ_ALONE = { ...QUERY_OPTIONS, staleTime: 0 }

/** React-admin's `Show` without its title and buttons; shows when the record does not exist or could not be read. */
export function RecordPage({ spec, children }: RecordPageProps) {
  return (
    <RecordShow<AnyRecord>
      disableAuthentication
      resource={spec.name}
      queryOptions={spec.readAlone ? READ_ALONE : QUERY_OPTIONS}
      component="div"
      title={false}
      actions={false}
      offline={false}
      render={({ record, error, refetch }) => {
        if (record) return children(record)
        if (error) return <RecordUnavailable spec={spec} error={error} retry={() => void refetch()} />
        return <RecordSkeleton spec={spec} />
      }}
    />
  )
}

interface ShowProps {
  resource: string
  /** Replaces the main facts of the record below its name. */
  subtitle?: ReactNode
  /** Buttons before "Edit". */
  actions?: ReactNode
  /** Replaces `RecordAndHistory`; reads the record by react-admin's `useRecordContext`. */
  children?: ReactNode
}

/** Page of a record: its head, its history and its fields. */
export function Show({ resource, subtitle, actions, children = <RecordAndHistory /> }: ShowProps) {
  const spec = specOf(resource)
  return (
    <RecordPage spec={spec}>
      {(record) => (
        <>
          <RecordHeader spec={spec} record={record} subtitle={subtitle} actions={actions} />
          {children}
        </>
      )}
    </RecordPage>
  )
}

/** Shows the mails and the history of a record and, collapsed, all its fields. @param children rendered first */
export function RecordAndHistory({ children }: { children?: ReactNode }) {
  const record = useRecordContext<AnyRecord>()
  const spec = specOf(useResourceContext() ?? '')
  if (!record) return null
  const about = { spec, record }
  const history = <History resource={spec.name} record={record} />
  return (
    <Column>
      {children ? (
        <TwoColumns>
          <Column shrinks>
            <UpfrontSections {...about} />
            {children}
          </Column>
          {history}
        </TwoColumns>
      ) : (
        <>
          <UpfrontSections {...about} />
          {history}
        </>
      )}
      <AllDetails key={record.id} {...about} />
    </Column>
  )
}
