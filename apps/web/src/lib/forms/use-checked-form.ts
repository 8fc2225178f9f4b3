import { useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { type FieldsOfCodes, fieldOfError } from './field-of-error.ts'
import { createResolver, type FieldWords, unfit } from './form-resolver.ts'

export type CheckedFormOptions<In extends FieldValues, Out> = {
  /** The contract's rules for the fields. What a field holds is what the contract expects, not what is typed. */
  schema: z.ZodType<Out, In>
  /** The first values. */
  values: NoInfer<In> & DefaultValues<In>
  /** Messages that say more than the contract's. */
  words?: FieldWords<NoInfer<In>>
  /** The field that shows a refusal by the server. */
  codes?: FieldsOfCodes<NoInfer<In>>
}

/** The type of an error in the form after which the current data can be loaded. */
export const conflict = 'conflict'

/** Keeps a form that is checked by the contract, and shows refusals by the server. For pages without a session; all others use `useSchemaForm`. */
export function useCheckedForm<In extends FieldValues, Out>({ schema, values, words, codes = {} }: CheckedFormOptions<In, Out>) {
  const names = useRef<readonly string[]>([])
  const resolver = createResolver(schema, words, (shown) => {
    names.current = shown
  })
  const form = useForm<In, unknown, Out>({ defaultValues: values, resolver, reValidateMode: 'onSubmit' })

  /** Shows a refusal at its field, otherwise in the form. */
  function refuse(message: string, error: unknown) {
    const code = error instanceof ApiError ? error.code : ''
    const field = fieldOfError(error, codes, names.current)
    const isField = (name: string): name is Path<In> => name === field
    if (field !== undefined && isField(field)) {
      form.setError(
        field,
        { type: code, message: code === 'INVALID_FIELD' ? (words?.[field] ?? unfit) : message },
        { shouldFocus: true },
      )
    } else form.setError('root', { type: code === 'CONFLICT' ? conflict : code, message })
  }
  return { form, refuse }
}
