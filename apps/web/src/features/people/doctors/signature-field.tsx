import { errorTable } from '@readroom/contracts/core/errors'
import { formatSize } from '@readroom/contracts/core/file-size'
import { maxSignatureBytes, signatureTypes } from '@readroom/contracts/people/doctors'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useObjectUrl } from '../../../lib/hooks/use-object-url.ts'
import { beginsAsImage } from '../../../lib/image-beginning.ts'
import type { DoctorFields } from './doctor-fields.ts'

/** The accepted types, for the file chooser. */
const acceptedSignatures = signatureTypes.join(',')

/** Returns why a file can't be a signature, or null if it can. The server checks the whole file. */
export async function refuseSignature(file: File): Promise<string | null> {
  const isImage = signatureTypes.some((accepted) => accepted === file.type) && (await beginsAsImage(file, ['png', 'jpeg']))
  if (!isImage) return errorTable.SIGNATURE_INVALID.message
  return file.size > maxSignatureBytes ? errorTable.SIGNATURE_TOO_LARGE.message : null
}

/** Shows a signature on white in both themes, as on the report. */
function SignatureImage({ url, alt }: { url: string; alt: string }) {
  return (
    <img
      src={url}
      alt={alt}
      className="h-[100px] w-[200px] shrink-0 rounded-sm border border-line-strong bg-white object-contain"
    />
  )
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }) {
  const url = useObjectUrl(file)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      {url && <SignatureImage url={url} alt="Preview of the signature" />}
      <p className="min-w-0 flex-1">
        <bdi data-full className="block truncate font-medium">
          {file.name}
        </bdi>
        <span className="num text-sm text-text-3">{formatSize(file.size)}</span>
      </p>
      <Button className="max-lg:h-11" onClick={onRemove}>
        Remove
      </Button>
    </div>
  )
}

/** Lets the user choose a signature image. `current` shows the one it would replace. */
export function SignatureField({ current }: { current?: ReactNode }) {
  const { setError, clearErrors } = useFormContext<DoctorFields>()
  const { field, fieldState } = useController<DoctorFields, 'signature'>({ name: 'signature' })
  const input = useRef<HTMLInputElement | null>(null)

  const choose = async (files: FileList | null) => {
    const file = files?.[0] ?? null
    const refusal = file && (await refuseSignature(file))
    field.onChange(refusal ? null : file)
    if (refusal) setError('signature', { message: refusal })
    else clearErrors('signature')
    // Lets the user choose the same file again after removing it.
    if (input.current) input.current.value = ''
  }
  return (
    <div>
      <Field
        label="Signature image"
        hint="PNG or JPEG, at most 2 MB; 400x200 pixels recommended."
        error={fieldState.error?.message}
      >
        {({ className: _look, ...control }) => (
          <input
            {...control}
            ref={(element) => {
              input.current = element
              field.ref(element)
            }}
            type="file"
            accept={acceptedSignatures}
            onChange={(event) => void choose(event.target.files)}
            onBlur={field.onBlur}
            className="block w-full text-sm text-transparent file:mr-3 file:h-9 file:rounded-sm file:border file:border-solid file:border-line-strong file:bg-surface file:px-4 file:font-medium file:text-text hover:file:bg-hover max-lg:file:h-11"
          />
        )}
      </Field>
      {field.value ? <Chosen file={field.value} onRemove={() => void choose(null)} /> : current}
    </div>
  )
}

/** Shows the current signature, which a new file would replace. */
export function CurrentSignature({ options }: { options: UseQueryOptions<Blob> }) {
  const { data, error } = useQuery(options)
  const url = useObjectUrl(data)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      {url && <SignatureImage url={url} alt="Current signature" />}
      <p className="flex-1 text-sm text-text-2">
        {error && 'The current signature could not be loaded. '}Current signature will be replaced if new file is uploaded
      </p>
    </div>
  )
}
