// `npm run spec`: lists the rows of docs/specification.md with their tests. `-- chats.invite` or `-- invite` selects
// the rows that contain these words or name such a tag.
import { findTaggedTests, readRequirements } from './checks/specification.mjs'

const words = process.argv.slice(2).join(' ').toLowerCase()
const tests = findTaggedTests()
for (const { requirement, tags } of readRequirements()) {
  if (![requirement, ...tags].some((text) => text.toLowerCase().includes(words))) continue
  console.log(requirement)
  for (const { tag, title, file, line } of tests.filter((each) => tags.includes(each.tag)))
    console.log(`  ${tag}  ${file}:${line}  ${title}`)
}
