import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { formatInstant } from '../../lib/format.ts'

type Props = {
  isIntact: boolean
  /** Versions that the reader sees. */
  count: number
  /** Of the one that is shown, hexadecimal. */
  hash: string
  /** ISO instant. */
  checkedAt: string
  isChecking: boolean
  onCheck: () => void
}

const shortened = (hash: string) => `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`

/** Whether what was signed is what it was, by the chain of its hashes and the audit log. */
export function Verified({ isIntact, count, hash, checkedAt, isChecking, onCheck }: Props) {
  const checked = formatInstant(checkedAt)
  const said = count === 1 ? 'The version is as it was signed.' : `All ${count} versions are as they were signed.`
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
            Not as signed
          </h2>
          <p className="mt-1 text-sm">
            What is stored of this report is not all of what was signed. Do not rely on it, and tell an administrator.
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
