import { writeFile } from 'node:fs/promises'
import { statements } from './statements.ts'

for (const { file, print } of statements) await writeFile(file, print())
