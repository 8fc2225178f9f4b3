import type { ErrorCode } from '@readroom/contracts/core/errors'
import type { FieldValues, Path } from 'react-hook-form'
import { ApiError } from '../api/api-error.ts'
import { fieldAt } from './form-resolver.ts'

/** The form field that shows the refusal with a given code. */
export type FieldsOfCodes<T extends FieldValues> = Partial<Record<ErrorCode, Path<T>>>

/** Returns the field that a refusal is about, or undefined if it is about the whole form. `names`: the fields on screen. */
export function fieldOfError(error: unknown, codes: Partial<Record<ErrorCode, string>>, names: readonly string[]) {
  if (!(error instanceof ApiError)) return undefined
  const found = Object.entries(codes).find(([code]) => error.code === code)
  return found ? found[1] : error.field && fieldAt(error.field.split('.'), names)
}
