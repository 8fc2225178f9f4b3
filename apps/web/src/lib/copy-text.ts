import { notify } from './notify.tsx'

/** Copies a text to the clipboard, and says so. */
export const copyText = (text: string): void => void navigator.clipboard.writeText(text).then(() => notify.success('Copied'))
