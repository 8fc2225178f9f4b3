import { maxSignatureBytes, signatureTypes } from '@readroom/contracts/doctors'
import { errorTable } from '@readroom/contracts/errors'

/** For the file chooser. */
export const acceptedSignatures = signatureTypes.join(',')

/** Why a file cannot be a signature; null when it can. The server looks at its bytes as well. */
export function refuseSignature({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!signatureTypes.some((accepted) => accepted === type) || size === 0) return errorTable.SIGNATURE_INVALID.message
  return size > maxSignatureBytes ? errorTable.SIGNATURE_TOO_LARGE.message : null
}
