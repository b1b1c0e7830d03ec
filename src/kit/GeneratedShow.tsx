import type { ReactNode } from 'react'
import { ShowBase, useShowContext } from 'react-admin'
import { History } from './History'
import { RecordHeader } from './RecordHeader'
import { RecordSections } from './RecordSections'
import { RecordSkeleton } from './RecordSkeleton'
import { RecordUnavailable } from './RecordUnavailable'
import type { AnyRecord, AnySpec } from './resource'
import { TwoColumns } from './TwoColumns'

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

/** The page of a record. */
export function GeneratedShow({ spec }: { spec: AnySpec }) {
  return (
    <RecordPage spec={spec}>
      {(record) => (
        <>
          <RecordHeader spec={spec} record={record} />
          <RecordAndHistory spec={spec} record={record} />
        </>
      )}
    </RecordPage>
  )
}

/** What is known of a record, and beside it who made it so. */
export function RecordAndHistory({ spec, record }: { spec: AnySpec; record: AnyRecord }) {
  return (
    <TwoColumns>
      <RecordSections spec={spec} record={record} />
      <History resource={spec.name} record={record} />
    </TwoColumns>
  )
}
