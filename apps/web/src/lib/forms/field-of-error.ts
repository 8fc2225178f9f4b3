import type { ErrorCode } from '@readroom/contracts/errors'
import type { FieldValues, Path } from 'react-hook-form'
import { ApiError } from '../api/api-error.ts'

/** The fields at which refusals of the server are shown. */
export type FieldsOfCodes<T extends FieldValues> = Partial<Record<ErrorCode, Path<T>>>

/** The field that a refusal is about; undefined when it is about the whole. */
export function fieldOfError<T extends FieldValues>(error: unknown, fields: FieldsOfCodes<T>): Path<T> | undefined {
  const found = Object.entries(fields).find(([code]) => error instanceof ApiError && error.code === code)
  return found?.[1]
}
