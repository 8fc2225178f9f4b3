import { Copy, Mail } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { cx } from '../../lib/cx.ts'
import { notify } from '../../lib/notify.tsx'

/** Opens the mail program with a mail about a link. It names no patient: mail is read by others on its way. */
export function shareMail(link: string): string {
  const subject = 'A study has been shared with you'
  const body = [
    'An imaging study has been shared with you in Readroom. This link opens its images, without signing in:',
    link,
    'Link expires in 7 days. Whoever has it can see the images: please do not pass it on.',
  ].join('\r\n\r\n')
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

/** A new link: to be copied or mailed now, as nobody is shown it again. */
export function GeneratedLink({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const copyButton = useRef<HTMLButtonElement>(null)
  useEffect(() => copyButton.current?.focus(), [])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      notify.success('Link copied to clipboard!')
    } catch {
      // A page without TLS has no clipboard.
      field.current?.select()
      notify.warning('The browser did not copy the link', { description: 'It is selected: press Ctrl+C.' })
    }
  }
  return (
    <div className="grid gap-3">
      <Field label="Shareable link" hint="Link expires in 7 days. It is shown only now: copy it before you close.">
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
