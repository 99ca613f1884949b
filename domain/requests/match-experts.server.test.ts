import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { matchExperts } from '#domain/requests/match-experts.server.ts'
import { questionMaxLength } from '#kernel/limits.ts'
import { useDatabase } from '#tests/database.ts'
import { raviProfile } from '#tests/experts.ts'
import { rupees } from '#tests/money.ts'
import { createSubject } from '#tests/requests.ts'
import { createCast } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const neutral = {
  title: 'Teacher',
  highestDegree: 'M.A.',
  brief: 'I explain calmly.',
  subcategories: ['Homework Help', 'UPSC', 'NEET'],
}
const everyone = ['Asif Khan', 'Deepa Iyer', 'Gita Das', 'Kiran Rao', 'Manoj Jha', 'Omar Ali']
let studentId: Awaited<ReturnType<typeof newSignedInPerson>>['person']['id']

beforeAll(async () => {
  const { expert } = createCast(database.as)
  const add = (fullName: string, keySubjects: string[], changes: Partial<typeof raviProfile> = {}) =>
    expert({ ...raviProfile, ...neutral, fullName, keySubjects, language: 'English', ...changes })
  await add('Manoj Jha', ['Mathematics'], { language: 'Hindi' })
  await add('Asif Khan', ['Algebra'])
  await add('Deepa Iyer', ['Data Structures'], { language: 'Tamil' })
  await add('Gita Das', ['Guitar'], { brief: 'I taught mathematics once. See the photo on my page.' })
  await add('Kiran Rao', ['Bookbinding'], { subcategories: ['JEE', 'Homework Help', 'UPSC'] })
  await add('Omar Ali', ['Photography'])
  const { person } = await newSignedInPerson(database.as)
  studentId = person.id
})

async function listNames(question: string | null, language: string | null = null) {
  const wanted = {
    requestId: randomUUID() as never,
    studentId,
    question,
    language,
    maxRatePaisePerMinute: rupees(20),
  }
  const matches = await matchExperts(createCast(database.as).system(), wanted, { limit: 20, availability: 'offer' })
  return matches.map(({ name }) => name)
}

test.each(['maths doubt', 'ganit ka sawal', 'गणित का सवाल', 'Ganeet samajh nahi aa raha!', 'Solve my “maths”—please'])(
  'the question “%s” finds experts of mathematics, and after them those of a related subject',
  async (question) => {
    expect(await listNames(question)).toEqual(['Manoj Jha', 'Asif Khan'])
  },
)

test('dsa finds an expert whose subject is one of the words of its topic', async () => {
  expect(await listNames('dsa')).toEqual(['Deepa Iyer'])
  expect(await listNames('My data structures assignment is due')).toEqual(['Deepa Iyer'])
})

test('a subject that only experts have named is found, even at the end of a long question', async () => {
  expect(await listNames('Who knows about bookbinding?')).toEqual(['Kiran Rao'])
  const filler = 'nobody remembers '.repeat(questionMaxLength / 17).slice(0, questionMaxLength - 20)
  expect(await listNames(`${filler} bookbinding`)).toEqual(['Kiran Rao'])
  expect(await listNames(`${filler} guitar chords`)).toEqual(['Gita Das'])
})

test('experts of each named subject are asked', async () => {
  const names = await listNames('guitar or maths?')
  expect(names.slice(0, 2).toSorted()).toEqual(['Gita Das', 'Manoj Jha'])
  expect(names.slice(2)).toEqual(['Asif Khan'])
})

test('an exam finds experts only when the question names no subject', async () => {
  expect(await listNames('maths for jee')).toEqual(['Manoj Jha', 'Asif Khan'])
  expect((await listNames('jee'))[0]).toBe('Kiran Rao')
})

test.each([
  null,
  'Why does a spinning top not fall over?',
  'zzzq qwerty',
  '12',
  '?!',
  'Please see the photo',
  'What is the value of x here?',
  'photo mein jo sawal hai',
  'फोटो में देखिए',
])('a question that names no subject finds every expert: %s', async (question) => {
  expect((await listNames(question)).toSorted()).toEqual(everyone)
})

test('a subject that no expert has finds nobody', async () => {
  expect(await listNames('calligraphy')).toEqual([])
})

test('a language in the question ranks its speakers higher, and a chosen language excludes others', async () => {
  const inTamil = await listNames('explain in Tamil')
  expect(inTamil[0]).toBe('Deepa Iyer')
  expect(inTamil.toSorted()).toEqual(everyone)
  expect(await listNames('algebra in Hindi')).toEqual(['Asif Khan', 'Manoj Jha'])
  expect(await listNames('maths', 'English')).toEqual(['Asif Khan'])
})

test('an expert with an open offer of another request is not found', async () => {
  const cast = createCast(database.as)
  const { subject, expert, askAnyone } = createSubject(cast)
  await expert({ fullName: 'Farah Sen' })
  expect(await listNames(subject)).toEqual(['Farah Sen'])
  await askAnyone(await cast.student())
  expect(await listNames(subject)).toEqual([])
})
