import { prepareCatalogue } from './catalogues.ts'
import { measureComments } from './measure-comments.ts'
console.time('large')
const d = await prepareCatalogue(1000, 100_000)
console.timeEnd('large')
console.log(await measureComments(d))
process.exit(0)
