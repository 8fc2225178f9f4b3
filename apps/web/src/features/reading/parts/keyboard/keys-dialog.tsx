import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { CheckboxField } from '../../../../components/inputs/checkbox.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { Kbd } from '../../../../components/ui/kbd.tsx'
import { tabTriggerClass } from '../../../../components/ui/tabs.tsx'
import { useUser } from '../../../../lib/session/session.ts'
import { ViewerControls } from '../../../images/controls/viewer-controls.tsx'
import { keyboardAtOpening, setKeyboardAtOpening } from './keyboard-at-opening.ts'
import { readingKeys, writtenOf } from './reading-keys.ts'

/** Lists the keys of the reading page. The user chooses here who gets the keyboard when a study opens. */
function PageKeys() {
  const { _id: userId } = useUser()
  const [owner, setOwner] = useState(() => keyboardAtOpening(userId))
  const choose = (isReport: boolean) => {
    const chosen = isReport ? 'report' : 'images'
    setKeyboardAtOpening(userId, chosen)
    setOwner(chosen)
  }
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {readingKeys
          .filter(({ does }) => does !== '')
          .map((entry) => (
            <div key={entry.name} className="contents">
              <dt>
                <Kbd>{writtenOf(entry)}</Kbd>
              </dt>
              <dd className="text-text-2">{entry.does}</dd>
            </div>
          ))}
      </dl>
      <CheckboxField
        labelClass="flex items-center gap-2 border-t border-line pt-4"
        label="Give the keyboard to the report when a study opens, instead of the images"
        checked={owner === 'report'}
        onChange={({ target }) => choose(target.checked)}
      />
    </div>
  )
}

const tabs = [
  { name: 'page', title: 'Reading page', Content: PageKeys },
  { name: 'images', title: 'Images', Content: ViewerControls },
] as const

/** Shows the keys of the page, and those of the images, which the user can change. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose} width="max-w-160">
      <Tabs.Root defaultValue="page" className="flex min-h-0 flex-1 flex-col">
        <Tabs.List aria-label="Keys" className="flex shrink-0 gap-6 border-b border-line px-5">
          {tabs.map(({ name, title }) => (
            <Tabs.Trigger key={name} value={name} className={tabTriggerClass}>
              {title}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(({ name, Content }) => (
          <Tabs.Content key={name} value={name} className="min-h-0 flex-1 overflow-y-auto p-5 -outline-offset-2">
            <Content />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Dialog>
  )
}
