import { expect, test } from "vitest";

import { toParameterDraft, parametersLabel, parseParameters } from "./parameters";

test("what is typed becomes the values that the API takes", () => {
  const draft = {
    ...toParameterDraft(),
    maximum_tokens: "4096",
    temperature: " none ",
    top_p: "0.9",
    reasoning_effort: "none",
    stream: "true",
    image_pixels: "1048576",
    extra_body: '{"top_k": 20}',
  };
  expect(parseParameters(draft)).toEqual({
    maximum_tokens: 4096,
    temperature: "none",
    top_p: 0.9,
    seed: null,
    tokens_field: null,
    reasoning_effort: "none",
    seconds: null,
    stream: true,
    image_pixels: 1048576,
    image_bytes: null,
    extra_body: { top_k: 20 },
  });
  expect(parseParameters({ ...toParameterDraft(), extra_body: "{" }).extra_body).toBe("{");
});

test("stored values can be edited and are named in one line", () => {
  const parameters = { temperature: 0, stream: false, extra_body: { a: 1 }, seconds: null };
  expect(parseParameters(toParameterDraft(parameters))).toMatchObject(parameters);
  expect(parametersLabel(parameters)).toBe('temperature=0, stream=false, extra_body={"a":1}');
});
