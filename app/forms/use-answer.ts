import { useEffect, useState } from 'react'

/**
 * What a fetcher was answered, as a state of React's. The router keeps it elsewhere and reads it while it renders; React may
 * then take a render that it threw away for the one before, and never run an effect that depends on the answer (seen on a
 * slow machine at one form of five; react/react#34556, and not needed once that is mended).
 */
export function useAnswer<Data>({ data }: { data: Data | undefined }): Data | undefined {
  const [answer, setAnswer] = useState(data)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after each render, on purpose; the same again renders nothing
  useEffect(() => setAnswer(() => data))
  return answer
}
