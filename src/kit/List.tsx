import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { memo, useState, type ComponentType, type ReactNode } from 'react'
import { ListBase, useStoreContext } from 'react-admin'
import { Link as RouterLink, Navigate, useLocation } from 'react-router-dom'
import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Collapse from '@mui/material/Collapse'
import { IMPORTED_RESOURCES } from '../../contract/core/vocabulary'
import { countText } from '../providers/format/intl'
import { PageHeader } from '../ui/PageHeader'
import { useMay } from '../providers/auth/useSession'
import { problemText } from '../ui/problemText'
import { useFormat } from '../ui/useFormat'
import { onDemand } from '../ui/onDemand'
import { useNewRows } from '../providers/live/LiveProvider'
import { resourceName, resourceNoun } from './labels'
import { readableSearch } from './list/address'
import { ColumnChooser } from './list/ColumnChooser'
import { ExportButton } from './list/ExportButton'
import { FilterChips } from './list/FilterChips'
import { ListPager } from './list/ListPager'
import { RecordCards } from './list/RecordCards'
import { RecordTable } from './list/RecordTable'
import { SavedViews } from './list/SavedViews'
import { SearchBox } from './list/SearchBox'
import { SelectionProvider, useSelection } from './list/selection'
import { startOf } from './list/preloadedRows'
import { dropUnreadableParams, useForgetRefusedParams } from './list/storedParams'
import { useList } from './list/useList'
import { useOpeningView } from './list/useViews'
import { NoMatches, NoRecords, ReadError } from './list/states'
import { specOf } from './registry'
import type { AnySpec } from './resource'

// Exported here, so that the build puts it into the chunk of lists instead of that of the frame.
export { prefetchRows } from './list/preloadedRows'

const BulkBar = onDemand(async () => ({ default: (await import('./list/BulkBar')).BulkBar }))
const TOOLS_HEIGHT_PX = 34

interface ListProps {
  resource: string
  /** Buttons beside "Create". */
  Actions?: ComponentType | undefined
  /** Replaces the rows, which are `ListRows`. */
  children?: ReactNode
}

type SpecProps = Omit<ListProps, 'resource'> & { spec: AnySpec }

// The page shows why a list could not be read; a notification would repeat it.
const QUERY_OPTIONS = { onError: () => undefined }

/** Lists the records of a resource, with search, filters, columns, saved views, export, bulk operations and pages. */
export function List({ resource, ...props }: ListProps) {
  const spec = specOf(resource)
  const { pathname, search, hash } = useLocation()
  const readable = readableSearch(spec, search)
  return readable === search ? (
    <ReadList spec={spec} {...props} />
  ) : (
    <Navigate replace to={{ pathname, search: readable, hash }} />
  )
}

function ReadList({ spec, ...props }: SpecProps) {
  const store = useStoreContext()
  // Runs before `ListBase` reads the parameters.
  useState(() => dropUnreadableParams(store, spec))
  const [opening] = useOpeningView(spec.name)
  // Read once: a view that is saved while the list is open applies the next time.
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
      <SelectionProvider>
        <ListPage spec={spec} {...props} />
      </SelectionProvider>
    </ListBase>
  )
}

function ListPage({ spec, Actions, children }: SpecProps) {
  const { t, locale } = useFormat()
  const { total, meta, filterValues, isPlaceholderData } = useList()
  const { records, isAll } = useSelection()
  const hasSelection = isAll || records.size > 0
  const isFiltered = Object.keys(filterValues).length > 0
  // Placeholder rows of another filter do not show that the list is empty.
  const nothingYet = total === 0 && !isFiltered && !isPlaceholderData
  return (
    <>
      <PageHeader
        title={resourceName(t, spec.name)}
        subtitle={
          total === undefined
            ? ' '
            : t(isFiltered ? 'app.list.matching' : 'app.list.all', {
                total: countText(total, locale, meta?.totalIsMinimum),
                name: resourceNoun(t, spec.name, total),
              })
        }
        actions={!nothingYet && <HeadActions spec={spec} Actions={Actions} />}
      />
      {/* Stays after all records were deleted, because the dialog of the bulk bar shows the result. */}
      {(!nothingYet || hasSelection) && (
        <Box sx={{ mb: 3, minHeight: TOOLS_HEIGHT_PX }}>
          {hasSelection ? <BulkBar spec={spec} /> : <ListTools spec={spec} isFiltered={isFiltered} />}
        </Box>
      )}
      <NewRows resource={spec.name} />
      {children ?? <ListRows Actions={Actions} />}
    </>
  )
}

/** Buttons beside the title. */
const HeadActions = memo(function HeadActions({ spec, Actions }: Pick<SpecProps, 'spec' | 'Actions'>) {
  const { t } = useFormat()
  const mayCreate = useMay('create', spec.name)
  return (
    <>
      <Box sx={{ display: 'flex' }}>
        <SavedViews spec={spec} />
        <ExportButton spec={spec} />
        <Box sx={{ display: { xs: 'none', md: 'block' } }}>
          <ColumnChooser spec={spec} />
        </Box>
      </Box>
      {Actions && <Actions />}
      <ImportLink spec={spec} />
      {mayCreate && (
        <Button component={RouterLink} to={`/${spec.name}/create`} variant="contained" startIcon={<AddIcon />}>
          {t(`resources.${spec.name}.page.create`)}
        </Button>
      )}
    </>
  )
})

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

interface ListRowsProps extends Pick<ListProps, 'Actions'> {
  /** `Column`s that replace those of the same fields; the user still chooses which columns are shown. */
  children?: ReactNode
}

/** Renders the rows of a list with their pages, or why there are none. */
export function ListRows({ Actions, children }: ListRowsProps) {
  const format = useFormat()
  const { resource, data, error, total, isFetching, isPending, isPlaceholderData, refetch, filterValues } = useList()
  const spec = specOf(resource)
  const isFiltered = Object.keys(filterValues).length > 0
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const mayEdit = useMay('edit', spec.name)
  const mayDelete = useMay('delete', spec.name)
  const failed = error !== null && error !== undefined
  useForgetRefusedParams(spec.name, error)
  const refresh = () => void refetch()
  return (
    <Paper variant="outlined" sx={{ position: 'relative', overflow: 'hidden' }}>
      {isFetching && !isPending && (
        <LinearProgress sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2, zIndex: 2 }} />
      )}
      {failed && data === undefined ? (
        <ReadError spec={spec} isFiltered={isFiltered} error={error} retry={refresh} />
      ) : total === 0 ? (
        isFiltered || isPlaceholderData ? (
          <NoMatches spec={spec} />
        ) : (
          <NoRecords
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
            <RecordTable spec={spec} selectable={mayDelete || (mayEdit && spec.bulkStatus === true)}>
              {children}
            </RecordTable>
          ) : (
            <RecordCards spec={spec}>{children}</RecordCards>
          )}
          <ListPager />
        </>
      )}
    </Paper>
  )
}

/** Links to the import of a resource that can be imported. */
export function ImportLink({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  const mayImport = useMay('import', spec.name)
  if (!mayImport || !IMPORTED_RESOURCES.some((resource) => resource === spec.name)) return null
  return (
    <Button component={RouterLink} to={`/${spec.name}/import`} variant="outlined" startIcon={<UploadIcon />}>
      {t('app.import.action')}
    </Button>
  )
}

/** Offers the records that others create while the list is open, so that rows do not move while the user reads. */
export function NewRows({ resource }: { resource: string }) {
  const { t, locale } = useFormat()
  const { count, show } = useNewRows(resource)
  return (
    <Collapse in={count > 0} role="status">
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          mb: 3,
          px: 4,
          minHeight: 38,
          borderRadius: 2,
          fontSize: 'body2.fontSize',
          color: ({ colours }) => colours.tones.info.ink,
          bgcolor: ({ colours }) => colours.tones.info.ground,
        }}
      >
        {t('app.live.newRows', { count, replace: { count: countText(count, locale) } })}
        <Button onClick={show} sx={{ color: 'inherit', fontWeight: 600 }}>
          {t('app.live.show')}
        </Button>
      </Box>
    </Collapse>
  )
}
