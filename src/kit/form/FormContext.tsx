import { createContext, use, useMemo, type ReactNode } from 'react'
import { SourceContextProvider } from 'react-admin'
import type { AnyEntity } from '../../../contract/core/entity'
import type { AnyField } from '../fieldList'
import { labelKey } from '../labels'
import type { AnyRecord, AnySpec } from '../resource'
import { schemaAt } from './conform'

export interface FormInfo {
  spec: AnySpec
  entity: AnyEntity
  mode: 'create' | 'edit'
  /** Record as it was read; undefined at creation. */
  record?: AnyRecord | undefined
  /** Renders a field of the form; part of the context, so that fields can contain fields. */
  Field: (props: FieldInputProps) => ReactNode
}

export interface FieldInputProps {
  field: AnyField
  /** Path of the field in the form. */
  path: string
  /** Whether the label is only for assistive technology. */
  bare?: boolean
  /** Whether to wrap it in a cell of the form's grid. */
  wrap?: boolean
}

const FormContext = createContext<FormInfo | null>(null)

/**
 * Provides the form to its fields, and to every input the label of its path. Must be inside `<Form>`, which has labels
 * of its own.
 */
export function FormInfoProvider({ value, children }: { value: FormInfo; children: ReactNode }) {
  const { name } = value.spec
  const source = useMemo(
    () => ({ getSource: (path: string) => path, getLabel: (path: string) => labelKey(name, path) }),
    [name],
  )
  return (
    <FormContext value={value}>
      <SourceContextProvider value={source}>{children}</SourceContextProvider>
    </FormContext>
  )
}

export function useFormInfo(): FormInfo {
  const info = use(FormContext)
  if (!info) throw new Error('useFormInfo needs a FormInfoProvider above it')
  return info
}

/** Returns the kit's form around an input; null in any other form. */
export const useFormInfoIfAny = (): FormInfo | null => use(FormContext)

/** Whether a field can be left without a value: by the schema of the kit's form, or when it is not required in any other. */
export function useNullable(path: string, isRequired: boolean): boolean {
  const info = useFormInfoIfAny()
  if (!info) return !isRequired
  const { entity, mode } = info
  const schema = schemaAt(mode === 'create' ? entity.create : entity.update, path)
  return schema?.safeParse(null).success ?? false
}
