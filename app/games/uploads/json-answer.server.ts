/** Returns the response of a page's action as JSON, for a script that submits the form itself. */
export function jsonAnswer(answer: Response | { data: unknown; init: ResponseInit | null }): Response {
  return answer instanceof Response ? answer : Response.json(answer.data, { status: answer.init?.status ?? 200 })
}
