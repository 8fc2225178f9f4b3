import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { cx } from '../../../lib/cx.ts'
import { formatShortDay } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { notify } from '../../../lib/notify.tsx'
import { createShiftFeed, removeShiftFeed, shiftFeedKey, shiftFeedOptions } from './shift-feed.queries.ts'

/** Shows the address of a new feed. It must be copied now, because it is shown only once. */
function NewAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      notify.success('Address copied')
    } catch {
      // Without TLS the page can't write to the clipboard.
      field.current?.select()
      notify.warning('The browser did not copy the address', { description: 'The address is selected. Press Ctrl+C.' })
    }
  }
  return (
    <div className="grid gap-2">
      <Field label="Address" hint="Shown only once. Anyone with this address can read the calendar.">
        {(control) => (
          <input
            {...control}
            ref={field}
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
            className={cx(control.className, 'bg-sunken! text-ellipsis')}
          />
        )}
      </Field>
      <div>
        <Button look="primary" className="max-lg:h-11" onClick={() => void copy()}>
          <Copy size={14} aria-hidden /> Copy address
        </Button>
      </div>
    </div>
  )
}

/** Lets the user subscribe to shifts and absences in a calendar program. `ofWhom`: whose they are, as the end of a sentence. */
export function ShiftFeed({ ofWhom }: { ofWhom: string }) {
  const id = useId()
  const { data: feed } = useQuery(shiftFeedOptions)
  const [address, setAddress] = useState<string | null>(null)
  const creating = useChange({
    change: createShiftFeed,
    failed: 'The calendar feed could not be created. Please try again.',
    onDone: (created) => setAddress(created.address),
    invalidates: [shiftFeedKey],
  })
  const removing = useChange({
    change: removeShiftFeed,
    done: ({ message }) => message,
    failed: 'The calendar feed could not be removed. Please try again.',
    onDone: () => setAddress(null),
    invalidates: [shiftFeedKey],
  })
  return (
    <section aria-labelledby={id} className="grid gap-3 border-t border-line pt-5">
      <h2 id={id} className="text-lg font-semibold">
        Calendar feed
      </h2>
      <p className="text-text-2">
        A calendar program that subscribes to this feed shows {ofWhom}, twelve weeks ahead.
        {feed && !address && ` A feed exists since ${formatShortDay(feed.createdAt)}. A new address ends it.`}
      </p>
      {address && <NewAddress address={address} />}
      <div className="flex flex-wrap gap-2">
        {!address && (
          <Button className="max-lg:h-11" disabled={feed === undefined} onClick={() => creating.start()}>
            {feed ? 'New address' : 'Create feed'}
          </Button>
        )}
        {feed && (
          <Button className="max-lg:h-11" onClick={() => removing.start()}>
            Remove feed
          </Button>
        )}
      </div>
    </section>
  )
}
