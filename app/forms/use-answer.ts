import { useEffect, useState } from 'react'

/**
 * Returns a fetcher's response as React state. The router stores it elsewhere and reads it during render. React may
 * then compare it with a discarded render and never run an effect that depends on it (seen on a slow machine with one
 * form in five). Remove this function once react/react#34556 is fixed.
 */
export function useAnswer<Data>({ data }: { data: Data | undefined }): Data | undefined {
  const [answer, setAnswer] = useState(data)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after each render on purpose; an equal value is no change
  useEffect(() => setAnswer(() => data))
  return answer
}
