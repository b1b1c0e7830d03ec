import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'
import { useFieldValue } from 'react-admin'
import { useFormat } from '../../ui/useFormat'
import { Fact, NestedFacts } from '../Facts'
import { NUMERIC_KINDS, type AnyField } from '../fieldList'
import { labelKey, labelOf } from '../labels'
import { nothing, type ValueProps } from './field'

interface NestedFieldProps extends ValueProps {
  fields: readonly AnyField[]
  /** Resource of the record, for the labels. */
  resource: string
  /** Renders a field of the object at a path of the record. */
  children: (field: AnyField, parent: string) => ReactNode
}

/** Object of a record: its fields with their labels. */
export function GroupField({ fields, resource, children, ...props }: NestedFieldProps) {
  const value: unknown = useFieldValue(props)
  const { source } = props
  if (value === null || value === undefined) return nothing(props)
  return (
    <NestedFacts>
      {fields.map((field) => (
        <Fact key={field.source} label={labelKey(resource, `${source}.${field.source}`)} wide={field.wide}>
          {children(field, source)}
        </Fact>
      ))}
    </NestedFacts>
  )
}

const alignOf = ({ kind }: AnyField) => (NUMERIC_KINDS.has(kind) ? 'right' : 'inherit')

/**
 * Objects of a record as a small table. In react-admin's `ArrayField` a cell cannot read the currency or the time zone of the
 * whole record. @param ordered whether to number the rows
 */
export function RowsField({
  fields,
  resource,
  ordered = false,
  children,
  ...props
}: NestedFieldProps & { ordered?: boolean | undefined }) {
  const { t } = useFormat()
  const rows: unknown = useFieldValue(props)
  const { source } = props
  if (!Array.isArray(rows) || rows.length === 0) return nothing(props)
  return (
    <Box sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 2 }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {ordered && <TableCell>#</TableCell>}
            {fields.map((field) => (
              <TableCell key={field.source} align={alignOf(field)}>
                {labelOf(t, resource, `${source}.${field.source}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((_, index) => (
            <TableRow key={index} sx={{ '&:last-child td': { borderBottom: 0 } }}>
              {ordered && <TableCell>{index + 1}</TableCell>}
              {fields.map((field) => (
                <TableCell key={field.source} align={alignOf(field)}>
                  {children(field, `${source}.${index}`)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
