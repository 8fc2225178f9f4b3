import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { parseJson } from '../../lib/api/request.ts'
import { draftKey } from '../../lib/drafts.ts'
import { useUser } from '../../lib/session/session.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns true if a stored value has the shape of the sample: the same names, each of the same kind. Lists hold strings. */
export function hasFormOf<T>(sample: T, value: unknown): value is T {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (!isObject(sample)) return typeof sample === typeof value && (sample === null) === (value === null)
  return isObject(value) && Object.entries(sample).every(([name, part]) => hasFormOf(part, value[name]))
}

type Options<T extends FieldValues> = {
  name: string
  empty: DefaultValues<T>
  /** Fields that are never stored, such as passwords. */
  secret?: readonly (keyof T & string)[]
}

/** Keeps the entries of a form in this tab until they are sent or discarded. They survive a reload and a new sign-in of the same user. */
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
    // Files can't be stored as text, and secrets must not be stored.
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
