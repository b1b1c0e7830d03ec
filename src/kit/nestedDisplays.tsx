import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'
import { useFormat } from '../ui/useFormat'
import { labelOf } from './labels'
import { NUMERIC_KINDS, type AnyField, type FieldKind, type FieldOf } from './fields'
import type { AnyRecord } from './resource'

/** An object of a record: its fields with their labels. */
export function GroupDisplay({ field, record, resource, path, Value }: DisplayProps<'group'>) {
  const { t } = useFormat()
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4, m: 0 }}>
      {field.fields.map((child) => (
        <Box key={child.source} sx={child.wide ? { gridColumn: '1 / -1' } : {}}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: 'caption.fontSize', mb: 0.5 }}>
            {labelOf(t, resource, `${path}.${child.source}`)}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            <Value field={child} record={record} resource={resource} parent={path} />
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const alignOf = ({ kind }: AnyField) => (NUMERIC_KINDS.has(kind) ? 'right' : 'inherit')

/** A list of objects of a record as a small table. */
export function RowsDisplay({ value, field, record, resource, path, Value }: DisplayProps<'rows'>) {
  const { t } = useFormat()
  const rows = Array.isArray(value) ? value : []
  return (
    <Box sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 2 }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {field.ordered && <TableCell>#</TableCell>}
            {field.fields.map((child) => (
              <TableCell key={child.source} align={alignOf(child)}>
                {labelOf(t, resource, `${path}.${child.source}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((_, index) => (
            <TableRow key={index} sx={{ '&:last-child td': { borderBottom: 0 } }}>
              {field.ordered && <TableCell>{index + 1}</TableCell>}
              {field.fields.map((child) => (
                <TableCell key={child.source} align={alignOf(child)}>
                  <Value field={child} record={record} resource={resource} parent={`${path}.${index}`} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

export interface FieldValueProps {
  field: AnyField
  record: AnyRecord
  resource: string
  /** Path of the object that the field belongs to, when it is not the record itself. */
  parent?: string
  /** In a table's cell, which gives the looks itself: as few elements as possible. */
  bare?: boolean
}

export interface DisplayProps<K extends FieldKind = FieldKind> {
  value: unknown
  field: FieldOf<K>
  record: AnyRecord
  resource: string
  /** Path of the field in the record. */
  path: string
  bare: boolean
  /** Draws the fields that this one consists of. */
  Value: (props: FieldValueProps) => ReactNode
}
