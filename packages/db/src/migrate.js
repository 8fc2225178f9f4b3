import { readConfig } from './config.js'
import { applyMigrations } from './migrations.js'

await applyMigrations(readConfig().DATABASE_URL)
//# sourceMappingURL=migrate.js.map
