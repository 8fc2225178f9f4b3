import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useObjectUrl } from '../../lib/hooks/use-object-url.ts'
import { SignatureImage } from './signature-field.tsx'

/** The signature that a new file would replace. */
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
