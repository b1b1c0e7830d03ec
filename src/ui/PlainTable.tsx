import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'

const WAITING_ROWS = 6

/** Width for columns; below it each row is a block, with a label in front of each cell. */
const WIDE = '@media (min-width: 768px)'

const styles = {
  fontSize: 'body2.fontSize',
  width: '100%',
  '& th, & td': { textAlign: 'left', verticalAlign: 'top' },
  '& th': { fontWeight: 550, color: 'text.secondary', whiteSpace: 'nowrap' },
  '& .amount': { whiteSpace: 'nowrap' },
  [WIDE]: {
    borderCollapse: 'collapse',
    '& th, & td': { px: 'var(--cell-inline)', py: 2, borderBottom: 1, borderColor: 'divider' },
    '& .amount': { textAlign: 'right' },
    '& .label': { display: 'none' },
    '& tbody tr:last-of-type td': { borderBottom: 0 },
  },
  '@media not all and (min-width: 768px)': {
    '&, & tbody, & tr': { display: 'block' },
    '& thead': { display: 'none' },
    '& tr': { px: 'var(--cell-inline)', py: 2.5, borderBottom: 1, borderColor: 'divider' },
    '& tr:last-of-type': { borderBottom: 0 },
    '& td': { display: 'flex', justifyContent: 'space-between', columnGap: 4, p: 0, py: 0.5, textAlign: 'right' },
    '& .label': { flex: 'none', textAlign: 'left', color: 'text.secondary' },
  },
} as const

export interface PlainColumn<Row> {
  label: string
  isAmount?: boolean
  /** Share of the table's width. Where columns have one, no column moves when the rows arrive. */
  width?: `${number}%`
  cell: (row: Row) => ReactNode
}

interface PlainTableProps<Row> {
  label: string
  columns: readonly PlainColumn<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  busy: boolean
  /** Pixels below which the table scrolls, because columns would be too narrow. */
  minWidth: number
  /** Pixels above which the rows scroll below the headings. */
  maxHeight?: number
  /** Horizontal padding of each cell, in theme units. */
  inset?: number
}

/** Read-only table without sorting or selection. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { label, columns, rows, keyOf, busy, minWidth, maxHeight, inset = 4 } = props
  return (
    <Box
      sx={{ overflow: 'auto', ...(maxHeight !== undefined && { maxHeight }) }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Box
        component="table"
        aria-busy={busy}
        sx={[
          styles,
          (theme) => ({
            '--cell-inline': theme.spacing(inset),
            opacity: busy && rows ? 0.6 : 1,
            [WIDE]: { minWidth, ...(columns.some(({ width }) => width !== undefined) && { tableLayout: 'fixed' }) },
          }),
        ]}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                style={{ width: column.width }}
                className={column.isAmount ? 'amount' : undefined}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {!rows &&
            Array.from({ length: WAITING_ROWS }, (_, index) => (
              <tr key={index}>
                <td colSpan={columns.length}>
                  <Skeleton width="100%" />
                </td>
              </tr>
            ))}
          {rows?.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.label} className={column.isAmount ? 'amount' : undefined}>
                  <span className="label">{column.label}</span>
                  <div>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}
