import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CodeField } from './code-field.ts'

interface UseCodeFieldOptions {
  text: string
  attributes: Record<string, string>
  onChange: (text: string) => void
  onPicture: (file?: File) => void
}

/** Mounts the editor in `box` once its chunk has loaded. `failed`: the chunk could not be loaded, render a textarea instead. */
export function useCodeField(options: UseCodeFieldOptions) {
  const box = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState<CodeField>()
  const [failed, setFailed] = useState(false)
  /** Texts reported by the editor that the form has not rendered yet, oldest first. */
  const reported = useRef<string[]>([])
  /** The last text passed to the editor or rendered by the form. */
  const shown = useRef(options.text)
  const change = useEffectEvent((next: string) => {
    reported.current.push(next)
    options.onChange(next)
  })
  const requestPicture = useEffectEvent(options.onPicture)
  const open = useEffectEvent((openCodeField: typeof import('./code-field.ts').openCodeField, parent: HTMLElement) => {
    const { text, attributes } = options
    shown.current = text
    reported.current = []
    return openCodeField({
      parent,
      text,
      attributes,
      hint: 'Start writing…',
      onChange: (next) => change(next),
      onPicture: (file) => requestPicture(file),
    })
  })

  useEffect(() => {
    let opened: CodeField | undefined
    let isMounted = true
    import('./code-field.ts').then(
      ({ openCodeField }) => {
        if (!isMounted || !box.current) return
        opened = open(openCodeField, box.current)
        setCode(opened)
      },
      () => isMounted && setFailed(true),
    )
    return () => {
      isMounted = false
      opened?.close()
      setCode(undefined)
    }
  }, [])
  const { text } = options
  useEffect(() => {
    if (!code || text === shown.current) return
    shown.current = text
    const position = reported.current.indexOf(text)
    if (position >= 0) return void reported.current.splice(0, position + 1)
    reported.current = []
    code.replace(text)
  }, [code, text])
  return { box, code, failed }
}
