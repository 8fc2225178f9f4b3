import type { ErrorCode } from '@readroom/contracts/core/errors'
import type { FieldValues, Path } from 'react-hook-form'
import { ApiError } from '../api/api-error.ts'

/** The form field that shows the refusal with a given code. */
export type FieldsOfCodes<T extends FieldValues> = Partial<Record<ErrorCode, Path<T>>>

/** Returns the field that a refusal is about, or undefined if it is about the whole form. */
export function fieldOfError<T extends FieldValues>(error: unknown, fields: FieldsOfCodes<T>): Path<T> | undefined {
  const found = Object.entries(fields).find(([code]) => error instanceof ApiError && error.code === code)
  return found?.[1]
}
