import { useState } from 'react'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { saveBlob } from '../../../lib/save-file.ts'

/** Shows the recovery codes, once only. It closes after the user confirms that they have saved them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [kept, setKept] = useState(false)
  const text = codes.join('\n')
  const footer = (
    <>
      <Button size="lg" className="max-lg:h-11" onClick={() => saveBlob(new Blob([text]), 'readroom-recovery-codes.txt')}>
        Download
      </Button>
      <Button size="lg" look="primary" className="max-lg:h-11" disabled={!kept} onClick={onClose}>
        Done
      </Button>
    </>
  )
  return (
    <Dialog title="Your recovery codes" footer={footer} onClose={() => kept && onClose()} width="max-w-112">
      <div className="grid gap-4 overflow-y-auto px-5 py-4">
        <p className="text-text-2">
          Use a code after your password if you don't have your phone or passkey. Each code works once. They are shown only now:
          print them or store them with your passwords.
        </p>
        <ul aria-label="Recovery codes" className="num grid gap-x-6 gap-y-1.5 rounded-sm bg-canvas px-4 py-3 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CheckboxField
          label="I have saved these codes"
          labelClass="flex items-center gap-2 max-lg:min-h-11"
          checked={kept}
          onChange={(event) => setKept(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}
