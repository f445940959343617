import { NO_ANSWER, PROXY_LIMIT, sentenceOf, tellSignedOut } from './failures.ts'
import { SendError } from './send.ts'

/**
 * Posts a form with a file in it and tells how much of it is on its way, from 0 to 1: what fetch cannot do. Gives the JSON of
 * the answer; throws a SendError whose message can be shown, empty where the answer has none. That of a 401 the shell has
 * shown already.
 */
export function upload<Answer>(path: string, form: FormData, onProgress: (share: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('Accept', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      const answer = parse(request.responseText)
      if (request.status < 400 && answer) return resolve(answer as Answer)
      const { status, responseText } = request
      const message = (answer?.message ?? sentenceOf(responseText)) || (status === 413 ? PROXY_LIMIT : '')
      if (status === 401) tellSignedOut(message)
      reject(new SendError(status, message))
    }
    request.onerror = () => reject(new SendError(0, NO_ANSWER))
    request.send(form)
  })
}

function parse(text: string): { message?: string } | null {
  try {
    return JSON.parse(text) as { message?: string }
  } catch {
    return null
  }
}
