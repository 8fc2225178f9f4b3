import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { formatInstant } from '../../../lib/format.ts'

type Props = {
  isIntact: boolean
  /** The number of versions the reader can see. */
  count: number
  /** The hash of the shown version, in hexadecimal. */
  hash: string
  /** ISO instant. */
  checkedAt: string
  isChecking: boolean
  onCheck: () => void
}

const shortened = (hash: string) => `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`

/** Shows if the signed text is unchanged, according to its hash chain and the audit log. */
export function Verified({ isIntact, count, hash, checkedAt, isChecking, onCheck }: Props) {
  const checked = formatInstant(checkedAt)
  const said = count === 1 ? 'The version matches its signature.' : `All ${count} versions match their signatures.`
  return (
    <section aria-label="Verification" className="border-t border-line px-4 py-3.5">
      {isIntact ? (
        <>
          <h2 className="flex items-center gap-2 font-semibold text-green-fg">
            <ShieldCheck size={16} aria-hidden />
            Verified
          </h2>
          <p role="status" className="mt-1 text-sm text-text-2">
            {said} Checked{' '}
            <time dateTime={checkedAt} data-tip={checked.exact} className="num">
              {checked.text}
            </time>
            .
          </p>
        </>
      ) : (
        <div role="alert">
          <h2 className="flex items-center gap-2 font-semibold text-red-fg">
            <ShieldAlert size={16} aria-hidden />
            Differs from signed
          </h2>
          <p className="mt-1 text-sm">
            The stored report differs from the signed report. Do not rely on it, and tell an administrator.
          </p>
        </div>
      )}
      <dl className="mt-1.5 flex gap-4 text-sm">
        <dt className="text-text-2">Hash</dt>
        <dd className="num" data-tip={hash}>
          {shortened(hash)}
          <span className="sr-only">{hash}</span>
        </dd>
      </dl>
      <Button look="link" className="mt-1 -ml-1 max-lg:h-11" disabled={isChecking} onClick={onCheck}>
        {isChecking ? 'Checking...' : 'Check again'}
      </Button>
    </section>
  )
}
