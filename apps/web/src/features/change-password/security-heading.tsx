import { useRotation } from '../../lib/hooks/use-rotation.ts'

const headings = [
  'One password, one person',
  'Behind it are patients who trust you',
  'Longer is stronger than complicated',
  'Use it here and nowhere else',
]
const headingMs = 3000

/** A thought about passwords, another one every 3 seconds. */
export function SecurityHeading() {
  const [index] = useRotation(headings.length, headingMs)
  return (
    <h2 key={index} className="fade mt-1 text-lg text-text-2">
      {headings[index]}
    </h2>
  )
}
