import { Children, isValidElement, type ReactNode } from 'react'
import type { ColumnProps } from './Column'

/** Returns the props of the columns among the children of a list, by the source of each. */
export function ownColumns(children: ReactNode): ReadonlyMap<string, ColumnProps> {
  return new Map(
    Children.toArray(children).flatMap((child) =>
      isValidElement<ColumnProps>(child) && child.props.source ? [[child.props.source, child.props]] : [],
    ),
  )
}
