import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './app/db/schema/*.server.ts',
  out: './db/migrations',
  migrations: { prefix: 'index' },
})
