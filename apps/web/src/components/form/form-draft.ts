import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { parseJson } from '../../lib/api/request.ts'
import { draftKey } from '../../lib/drafts.ts'
import { useUser } from '../../lib/session/session.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value that was stored has the form of another one: the same names, each of the same kind. Lists hold texts. */
export function hasFormOf<T>(sample: T, value: unknown): value is T {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (!isObject(sample)) return typeof sample === typeof value && (sample === null) === (value === null)
  return isObject(value) && Object.entries(sample).every(([name, part]) => hasFormOf(part, value[name]))
}

type Options<T extends FieldValues> = {
  name: string
  empty: DefaultValues<T>
  /** Fields that are never stored: passwords. */
  secret?: readonly (keyof T & string)[]
}

/** Keeps what is entered in a form in this tab until it is sent or discarded: through a reload, and a new sign-in of the same user. */
export function useFormDraft<T extends FieldValues>(form: UseFormReturn<T>, { name, empty, secret = [] }: Options<T>) {
  const key = draftKey(useUser()._id, name)
  const [stored] = useState(() => {
    const value = parseJson(sessionStorage.getItem(key) ?? '')
    return hasFormOf(empty, value) ? value : null
  })
  const { reset, subscribe } = form
  useEffect(() => {
    if (stored) reset(stored, { keepDefaultValues: true })
  }, [stored, reset])
  useEffect(() => {
    // Files cannot be kept as text, and what is secret must not be.
    const kept = (field: string, value: unknown) =>
      value instanceof File ? null : secret.some((one) => one === field) ? '' : value
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty) sessionStorage.setItem(key, JSON.stringify(values, kept))
      },
    })
  }, [key, secret, subscribe])
  return { isRestored: stored !== null, forget: () => sessionStorage.removeItem(key) }
}
