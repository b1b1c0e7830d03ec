import Box from '@mui/material/Box'
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

/** The page of a record. @param children drawn below its sections; what they are drawn of they read by react-admin's `useRecordContext` */
export function GeneratedShow({ spec, children }: { spec: AnySpec; children?: ReactNode }) {
  return (
    <RecordPage spec={spec}>
      {(record) => (
        <>
          <RecordHeader spec={spec} record={record} />
          <RecordAndHistory spec={spec} record={record}>
            {children}
          </RecordAndHistory>
        </>
      )}
    </RecordPage>
  )
}

interface RecordAndHistoryProps {
  spec: AnySpec
  record: AnyRecord
  /** Drawn below the sections. */
  children?: ReactNode
}

/** What is known of a record, and beside it who made it so. */
export function RecordAndHistory({ spec, record, children }: RecordAndHistoryProps) {
  return (
    <TwoColumns>
      <Box sx={{ display: 'grid', gap: 4, minWidth: 0, alignContent: 'start' }}>
        <RecordSections spec={spec} record={record} />
        {children}
      </Box>
      <History resource={spec.name} record={record} />
    </TwoColumns>
  )
}
