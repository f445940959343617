import { NO_CONNECTION, PROXY_LIMIT, messageOf, postSignedOut } from './failures.ts'
import { SendError } from './send.ts'

/**
 * Posts a form with a file and reports its progress from 0 to 1, which fetch cannot do. Returns the response's JSON.
 * Throws a SendError whose message can be shown, or is empty if the response has none. For a 401, the shell has already
 * shown the message.
 */
export function upload<Answer>(path: string, form: FormData, onProgress: (share: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('Accept', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      const answer = parse(request.responseText)
      // A refusal has errors for its form.
      if (answer && (request.status < 400 || 'errors' in answer)) return resolve(answer as Answer)
      const { status, responseText } = request
      const message = (answer?.message ?? messageOf(responseText)) || (status === 413 ? PROXY_LIMIT : '')
      if (status === 401) postSignedOut(message)
      reject(new SendError(status, message))
    }
    request.onerror = () => reject(new SendError(0, NO_CONNECTION))
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
