import { useState } from 'react'
import { reloadPage } from '../../lib/load-failures.ts'
import { Button } from './button.tsx'

/** Reloads the page, or says that the server can't be reached. */
export function ReloadButton() {
  const [state, setState] = useState<'idle' | 'asking' | 'away'>('idle')
  const reload = async () => {
    setState('asking')
    if (!(await reloadPage())) setState('away')
  }
  return (
    <>
      <Button className="max-lg:h-11" disabled={state === 'asking'} onClick={() => void reload()}>
        Reload the page
      </Button>
      {state === 'away' && <p role="status">The server does not answer. Please try again shortly.</p>}
    </>
  )
}
