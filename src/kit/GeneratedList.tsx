import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useState, type ComponentType } from 'react'
import { ListBase } from 'react-admin'
import { Link as RouterLink, Navigate, useLocation } from 'react-router-dom'
import { numberFormat } from '../providers/format/intl'
import { PageHeader } from '../ui/PageHeader'
import { Pager } from '../ui/Pager'
import { useMay } from '../providers/auth/useSession'
import { problemText } from '../ui/problemText'
import { useFormat } from '../ui/useFormat'
import { resourceName, resourceNoun } from './labels'
import { readableSearch } from './list/address'
import { ColumnChooser } from './list/ColumnChooser'
import { ExportButton } from './list/ExportButton'
import { FilterChips } from './list/FilterChips'
import { ImportLink } from './list/ImportLink'
import { RecordCards } from './list/RecordCards'
import { RecordTable } from './list/RecordTable'
import { SavedViews } from './list/SavedViews'
import { SearchBox } from './list/SearchBox'
import { NewRows } from './list/NewRows'
import { startOf } from './list/preloadedRows'
import { useList } from './list/useList'
import { useOpeningView } from './list/useViews'
import { NothingFound, NothingYet, NotRead } from './list/states'
import type { AnySpec } from './resource'
import { onDemand } from '../ui/onDemand'

// With the code of lists, which the frame does not carry.
export { prefetchRows } from './list/preloadedRows'

const BulkBar = onDemand(async () => ({ default: (await import('./list/BulkBar')).BulkBar }))
const TOOLS_HEIGHT_PX = 34

interface GeneratedListProps {
  spec: AnySpec
  /** Buttons beside "Create". */
  Actions?: ComponentType | undefined
}

// The page itself says why a list could not be read; a passing message beside it would say it twice.
const QUERY_OPTIONS = { onError: () => undefined }

/** The list of a resource: search, filters, columns, saved views, export, bulk operations and pages. */
export function GeneratedList(props: GeneratedListProps) {
  const { pathname, search, hash } = useLocation()
  const readable = readableSearch(props.spec, search)
  return readable === search ? <ReadList {...props} /> : <Navigate replace to={{ pathname, search: readable, hash }} />
}

function ReadList({ spec, Actions }: GeneratedListProps) {
  const [opening] = useOpeningView(spec.name)
  // A view that was saved meanwhile is for the next time.
  const [start] = useState(() => startOf(spec, opening))
  return (
    <ListBase
      disableAuthentication
      resource={spec.name}
      sort={start.sort}
      {...(start.filter ? { filterDefaultValues: start.filter } : {})}
      perPage={start.perPage}
      exporter={false}
      queryOptions={QUERY_OPTIONS}
    >
      <ListPage spec={spec} Actions={Actions} />
    </ListBase>
  )
}

function ListPage({ spec, Actions }: GeneratedListProps) {
  const { t, locale } = useFormat()
  const { total, meta, selectedIds, filterValues } = useList()
  const mayCreate = useMay('create', spec.name)
  const isFiltered = Object.keys(filterValues).length > 0
  const nothingYet = total === 0 && !isFiltered
  const more = meta?.totalIsMinimum ? '+' : ''
  return (
    <>
      <PageHeader
        title={resourceName(t, spec.name)}
        subtitle={
          total === undefined
            ? ' '
            : t(isFiltered ? 'app.list.matching' : 'app.list.all', {
                total: numberFormat(locale).format(total) + more,
                name: resourceNoun(t, spec.name, total),
              })
        }
        actions={
          <>
            {!nothingYet && (
              <Box sx={{ display: 'flex' }}>
                <SavedViews spec={spec} />
                <ExportButton spec={spec} />
                <Box sx={{ display: { xs: 'none', md: 'block' } }}>
                  <ColumnChooser spec={spec} />
                </Box>
              </Box>
            )}
            {Actions && !nothingYet && <Actions />}
            {!nothingYet && <ImportLink spec={spec} />}
            {mayCreate && !nothingYet && (
              <Button component={RouterLink} to={`/${spec.name}/create`} variant="contained" startIcon={<AddIcon />}>
                {t(`resources.${spec.name}.page.create`)}
              </Button>
            )}
          </>
        }
      />
      {!nothingYet && (
        <Box sx={{ mb: 3, minHeight: TOOLS_HEIGHT_PX }}>
          {selectedIds.length > 0 ? <BulkBar spec={spec} /> : <ListTools spec={spec} isFiltered={isFiltered} />}
        </Box>
      )}
      <NewRows resource={spec.name} />
      <ListBody spec={spec} isFiltered={isFiltered} Actions={Actions} />
    </>
  )
}

function ListTools({ spec, isFiltered }: { spec: AnySpec; isFiltered: boolean }) {
  const { t } = useFormat()
  const { setFilters } = useList()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <SearchBox />
      <FilterChips spec={spec} />
      {isFiltered && <Button onClick={() => setFilters({})}>{t('app.filter.clearAll')}</Button>}
    </Box>
  )
}

interface ListBodyProps extends GeneratedListProps {
  isFiltered: boolean
}

function ListBody({ spec, isFiltered, Actions }: ListBodyProps) {
  const format = useFormat()
  const { data, error, total, isFetching, isPending, refetch } = useList()
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const mayEdit = useMay('edit', spec.name)
  const mayDelete = useMay('delete', spec.name)
  const failed = error !== null && error !== undefined
  const refresh = () => void refetch()
  return (
    <Paper variant="outlined" sx={{ position: 'relative', overflow: 'hidden' }}>
      {isFetching && !isPending && (
        <LinearProgress sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2, zIndex: 2 }} />
      )}
      {failed && data === undefined ? (
        <NotRead spec={spec} error={error} retry={refresh} />
      ) : total === 0 ? (
        isFiltered ? (
          <NothingFound spec={spec} />
        ) : (
          <NothingYet
            spec={spec}
            actions={
              <>
                {Actions && <Actions />}
                <ImportLink spec={spec} />
              </>
            }
          />
        )
      ) : (
        <>
          {failed && (
            <Alert
              severity="warning"
              action={<Button onClick={refresh}>{format.t('app.problem.retry')}</Button>}
              sx={{ borderRadius: 0 }}
            >
              {format.t('app.list.outdated')} {problemText(error, format)}
            </Alert>
          )}
          {wide ? (
            <RecordTable spec={spec} selectable={mayDelete || (mayEdit && spec.bulkStatus === true)} />
          ) : (
            <RecordCards spec={spec} />
          )}
          <ListPager />
        </>
      )}
    </Paper>
  )
}

function ListPager() {
  const { page, perPage, setPage, setPerPage, total, data, hasNextPage, meta } = useList()
  if (total === undefined || data === undefined)
    return <Box sx={{ height: 44, borderTop: 1, borderColor: 'divider' }} />
  return (
    <Pager
      page={page}
      rows={perPage}
      total={total}
      isMinimum={meta?.totalIsMinimum === true}
      shown={data.length}
      hasNext={hasNextPage}
      onPage={setPage}
      onRows={setPerPage}
    />
  )
}
