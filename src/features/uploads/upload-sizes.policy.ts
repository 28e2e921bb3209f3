/** In which sizes an upload is stored. The rule itself stands in `ui`, where every picture is drawn by it. */
export * from '#ui/picture-sizes.ts'
