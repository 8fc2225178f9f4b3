import { readFileSync } from 'node:fs'
import { contradictionsOf } from './dist/contradictions/contradictions.js'

const all = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const n = { wrong: [0, 0], sound: [0, 0], sex: [0, 0] }
for (const t of all) {
  const found = contradictionsOf({
    isOneSided: false,
    description: `${t.modality} ${t.region}`,
    technique: '',
    comparison: '',
    findings: t.findings,
    impression: t.impression,
    recommendation: '',
  })
  const k = t.kind === 'sex_organ' ? n.sex : t.wrong ? n.wrong : n.sound
  k[1]++
  if (found.length) k[0]++
  if (process.argv[3] && (t.wrong ? !found.length : found.length))
    console.log(t.id, t.kind, '|', t.findings, '||', t.impression, '|', found.map((f) => f.message).join(' ; '))
}
console.log(n)
