import type { ReactNode } from 'react'
import { ShowBase, useRecordContext, useResourceContext, useShowContext } from 'react-admin'
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
/** What a list has read of the record is shown at once, but the rest is still to be read. */
const READ_ALONE = { ...QUERY_OPTIONS, staleTime: 0 }

/** Reads the record of the address and hands it over; says so when it is not there. */
export function RecordPage({ spec, children }: RecordPageProps) {
  return (
    <ShowBase disableAuthentication resource={spec.name} queryOptions={spec.readAlone ? READ_ALONE : QUERY_OPTIONS}>
      <RecordPageContent spec={spec}>{children}</RecordPageContent>
    </ShowBase>
  )
}

function RecordPageContent({ spec, children }: RecordPageProps) {
  const { record, error, refetch } = useShowContext<AnyRecord>()
  if (record) return children(record)
  return error ? (
    <RecordUnavailable spec={spec} error={error} retry={() => void refetch()} />
  ) : (
    <RecordSkeleton spec={spec} />
  )
}

interface ShowProps {
  resource: string
  /** In place of the facts that the resource tells of a record first. */
  subtitle?: ReactNode
  /** Buttons before "Edit". */
  actions?: ReactNode
  /** Drawn by hand in place of its history and its fields, which are `RecordAndHistory`. */
  children?: ReactNode
}

/** The page of a record. What is drawn by hand reads the record by react-admin's `useRecordContext`. */
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

/**
 * What there is to know of a record: what was written about it, what was done with it, and, folded, each of its fields.
 * @param children drawn first
 */
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
