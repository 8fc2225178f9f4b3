import { Copy, Mail } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { cx } from '../../../lib/cx.ts'
import { notify } from '../../../lib/notify.tsx'

/** Returns a mailto address for an email with the link. It names no patient, because others can read email on its way. */
export function shareMail(link: string): string {
  const subject = 'A study has been shared with you'
  const body = [
    'An imaging study has been shared with you in Readroom. This link opens its images, without signing in:',
    link,
    'Link expires in 7 days. Anyone with the link can see the images. Please do not pass it on.',
  ].join('\r\n\r\n')
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

/** Shows a new link and, if it has one, its PIN. It must be copied or emailed now, because it is shown only once. */
export function GeneratedLink({ link, pin }: { link: string; pin: string | null }) {
  const field = useRef<HTMLInputElement>(null)
  const copyButton = useRef<HTMLButtonElement>(null)
  useEffect(() => copyButton.current?.focus(), [])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      notify.success('Link copied to clipboard!')
    } catch {
      // Without TLS the page can't write to the clipboard.
      field.current?.select()
      notify.warning('The browser did not copy the link', { description: 'The link is selected. Press Ctrl+C.' })
    }
  }
  return (
    <div className="grid gap-3">
      <Field label="Shareable link" hint="Link expires in 7 days. It is shown only once. Copy it before you close.">
        {(control) => (
          <input
            ref={field}
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
            {...control}
            className={cx(control.className, 'bg-sunken! text-ellipsis')}
          />
        )}
      </Field>
      {pin !== null && (
        <p className="rounded-sm border border-line bg-sunken px-3 py-2">
          PIN <strong className="num ml-1 text-lg tracking-widest select-all">{pin}</strong>
          <span className="mt-0.5 block text-sm text-text-2">
            Shown only once. Send it separately from the link, for example by phone. Five wrong PINs revoke the link.
          </span>
        </p>
      )}
      <div className="flex gap-2 max-sm:*:flex-1">
        <Button ref={copyButton} look="primary" className="max-lg:h-11" onClick={() => void copy()}>
          <Copy size={14} aria-hidden /> Copy Link
        </Button>
        <ButtonLink to={shareMail(link)} className="max-lg:h-11">
          <Mail size={14} aria-hidden /> Email
        </ButtonLink>
      </div>
    </div>
  )
}
