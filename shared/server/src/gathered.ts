import { setImmediate as nextTurn } from 'node:timers/promises'

/** What is asked in one turn of the event loop is answered together. */
export function gathered<Question, Answer>(
  answer: (questions: Question[]) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  let asked: Question[] = []
  let coming: Promise<Answer> | undefined

  async function atTheEndOfTheTurn(): Promise<Answer> {
    await nextTurn()
    const questions = asked
    asked = []
    coming = undefined
    return answer(questions)
  }

  return (question) => {
    asked.push(question)
    coming ??= atTheEndOfTheTurn()
    return coming
  }
}
