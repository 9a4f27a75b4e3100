"""Functions and calls of them: definitions, queues of inputs, outputs, retries of the server."""

import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fake_objects import claims, token
from fake_rpc import Signal
from fake_scheduling import failure
from google.protobuf.empty_pb2 import Empty
from grpclib import GRPCError, Status
from modal_proto import api_pb2

if TYPE_CHECKING:
    from fake_containers import Container
    from fake_plane import Plane

Result = api_pb2.GenericResult


@dataclass
class Input:
    """One input of a call, and how far it has come."""

    id: str
    call: "Call"
    idx: int
    item: api_pb2.FunctionInput
    retry_count: int = 0
    failures: int = 0
    lost: int = 0
    waiting: bool = True
    done: bool = False
    container: "Container | None" = None

    @property
    def label(self) -> str:
        """ "Worker.generate", or the name of a function."""
        name = self.call.function.definition.function_name
        return name.removesuffix("*") + self.item.method_name if name.endswith(".*") else name


@dataclass
class Call:
    """A call, of one input or many."""

    id: str
    function: "Function"
    invocation: int
    inputs: dict[str, Input] = field(default_factory=dict)
    outputs: list[tuple[int, api_pb2.FunctionGetOutputsItem]] = field(default_factory=list)
    entries: int = 0
    chunks: list[api_pb2.DataChunk] = field(default_factory=list)
    changed: Signal = field(default_factory=Signal)

    @property
    def client_retries(self) -> bool:
        return self.invocation == api_pb2.FUNCTION_CALL_INVOCATION_TYPE_SYNC

    @property
    def unfinished(self) -> int:
        return sum(not entry.done for entry in self.inputs.values())

    def answer(self, entry: Input, item: api_pb2.FunctionGetOutputsItem) -> None:
        self.entries += 1
        self.outputs.append((self.entries, item))
        self.changed.fire()


@dataclass
class Function:
    """A function or a class, with the inputs that wait for a container."""

    id: str
    app_id: str
    definition: api_pb2.Function
    params: bytes = b""
    queue: deque[Input] = field(default_factory=deque)
    containers: "list[Container]" = field(default_factory=list)
    changed: Signal = field(default_factory=Signal)
    boot_failures: int = 0

    @property
    def slots(self) -> int:
        """Inputs that one container takes at a time."""
        definition = self.definition
        return max(definition.max_concurrent_inputs, definition.target_concurrent_inputs, definition.batch_max_size, 1)

    @property
    def limit(self) -> int:
        """Containers at a time; 0: as many as wanted."""
        return self.definition.autoscaler_settings.max_containers or self.definition.concurrency_limit

    def metadata(self) -> api_pb2.FunctionHandleMetadata:
        return handle_metadata(self.definition, self.app_id, self.id)

    def data(self) -> api_pb2.FunctionData:
        definition = self.definition
        return api_pb2.FunctionData(
            module_name=definition.module_name,
            function_name=definition.function_name,
            function_type=definition.function_type,
            ranked_functions=[api_pb2.FunctionData.RankedFunction(rank=0, function=definition)],
        )


def handle_metadata(definition, app_id: str, id: str) -> api_pb2.FunctionHandleMetadata:
    """What a client keeps of a function; `definition` may be that of FunctionPrecreate."""
    metadata = api_pb2.FunctionHandleMetadata(
        function_name=definition.function_name,
        function_type=definition.function_type,
        definition_id="de-" + id,
        app_id=app_id,
        supported_input_formats=definition.supported_input_formats,
        supported_output_formats=definition.supported_output_formats,
        function_schema=definition.function_schema,
    )
    if isinstance(definition, api_pb2.Function):
        metadata.is_method = definition.is_method
        metadata.class_parameter_info.CopyFrom(definition.class_parameter_info)
    for name, method in definition.method_definitions.items():
        metadata.method_handle_metadata[name].CopyFrom(
            api_pb2.FunctionHandleMetadata(
                function_name=method.function_name,
                function_type=method.function_type,
                is_method=True,
                use_method_name=name,
                function_schema=method.function_schema,
                supported_input_formats=method.supported_input_formats,
                supported_output_formats=method.supported_output_formats,
            )
        )
    return metadata


class Functions:
    """Calls of clients about functions. Those of containers are in fake_containers."""

    plane: "Plane"

    async def FunctionPrecreate(self, request):
        function_id = request.existing_function_id or self.plane.new_id("fu")
        metadata = handle_metadata(request, request.app_id, function_id)
        self.plane.precreated[request.app_id, request.function_name] = function_id
        return api_pb2.FunctionPrecreateResponse(function_id=function_id, handle_metadata=metadata)

    async def FunctionCreate(self, request):
        many = request.HasField("function_data")
        definition = request.function_data.ranked_functions[0].function if many else request.function
        function_id = request.existing_function_id or self.plane.new_id("fu")
        function = Function(function_id, request.app_id, definition)
        self.plane.functions[function_id] = function
        return api_pb2.FunctionCreateResponse(
            function_id=function_id,
            function=definition,
            function_data=function.data(),
            handle_metadata=function.metadata(),
        )

    async def FunctionGet(self, request):
        function = self.plane.functions[self.plane.deployed(request.app_name, request.object_tag, "function_ids")]
        return api_pb2.FunctionGetResponse(
            function_id=function.id, handle_metadata=function.metadata(), function=function.data()
        )

    async def ClassCreate(self, request):
        class_id = request.existing_class_id or self.plane.new_id("cs")
        return api_pb2.ClassCreateResponse(class_id=class_id, handle_metadata=api_pb2.ClassHandleMetadata())

    async def ClassGet(self, request):
        class_id = self.plane.deployed(request.app_name, request.object_tag, "class_ids")
        return api_pb2.ClassGetResponse(class_id=class_id, handle_metadata=api_pb2.ClassHandleMetadata())

    async def FunctionBindParams(self, request):
        base = self.plane.functions[request.function_id]
        definition = api_pb2.Function()
        definition.CopyFrom(base.definition)
        options = request.function_options
        if options.concurrency_limit:
            definition.autoscaler_settings.max_containers = options.concurrency_limit
        if options.timeout_secs:
            definition.timeout_secs = options.timeout_secs
        if options.max_concurrent_inputs:
            definition.max_concurrent_inputs = options.max_concurrent_inputs
        if options.HasField("retry_policy"):
            definition.retry_policy.CopyFrom(options.retry_policy)
        bound = Function(self.plane.new_id("fu"), base.app_id, definition, request.serialized_params)
        self.plane.functions[bound.id] = bound
        return api_pb2.FunctionBindParamsResponse(bound_function_id=bound.id, handle_metadata=bound.metadata())

    async def FunctionUpdateSchedulingParams(self, request):
        self.plane.functions[request.function_id].definition.autoscaler_settings.MergeFrom(request.settings)
        return api_pb2.FunctionUpdateSchedulingParamsResponse()

    async def FunctionGetCurrentStats(self, request):
        function = self.plane.functions[request.function_id]
        return api_pb2.FunctionStats(backlog=len(function.queue), num_total_tasks=len(function.containers))

    async def FunctionMap(self, request):
        function = self._function(request.function_id)
        call = Call(self.plane.new_id("fc"), function, request.function_call_invocation_type)
        self.plane.calls[call.id] = call
        self.plane.ledger.count("calls")
        return api_pb2.FunctionMapResponse(
            function_call_id=call.id,
            function_call_jwt=call.id,
            pipelined_inputs=self._put(call, request.pipelined_inputs),
            retry_policy=function.definition.retry_policy,
            sync_client_retries_enabled=True,
            max_inputs_outstanding=self.plane.max_inputs_outstanding,
        )

    async def FunctionPutInputs(self, request):
        call = self.plane.calls[request.function_call_id]
        return api_pb2.FunctionPutInputsResponse(inputs=self._put(call, request.inputs))

    async def FunctionRetryInputs(self, request):
        call = self.plane.calls[request.function_call_jwt]
        for item in request.inputs:
            entry = call.inputs[claims(item.input_jwt)["id"]]
            call.outputs = [output for output in call.outputs if output[1].input_id != entry.id]
            entry.item = item.input
            self.plane.ledger.count("inputs retried", entry.label)
            self.plane.requeue(entry, item.retry_count or entry.retry_count + 1)
        return api_pb2.FunctionRetryInputsResponse(input_jwts=[item.input_jwt for item in request.inputs])

    async def FunctionFinishInputs(self, request):
        return Empty()

    async def FunctionGetOutputs(self, request):
        call = self._call(request.function_call_id)
        until = time.monotonic() + request.timeout
        while True:
            found = [(entry, item) for entry, item in call.outputs if self._wanted(request, entry, item)]
            left = until - time.monotonic()
            if found or left <= 0 or not await call.changed.wait(left):
                break
        if request.clear_on_success:
            kept = {entry for entry, item in found if item.result.status == Result.GENERIC_STATUS_SUCCESS}
            call.outputs = [output for output in call.outputs if output[0] not in kept]
        last = f"{found[-1][0]}-0" if found else request.last_entry_id
        return api_pb2.FunctionGetOutputsResponse(
            idxs=[item.idx for _, item in found],
            outputs=[item for _, item in found],
            last_entry_id=last,
            num_unfinished_inputs=call.unfinished,
        )

    async def FunctionCallGetDataOut(self, request):
        call = self._call(request.function_call_id)
        sent = 0
        while True:
            while sent < len(call.chunks):
                chunk = call.chunks[sent]
                sent += 1
                if chunk.index > request.last_index:
                    yield chunk
            await call.changed.wait(None)

    async def FunctionCallFromId(self, request):
        call = self._call(request.function_call_id)
        return api_pb2.FunctionCallFromIdResponse(function_call_id=call.id, num_inputs=len(call.inputs))

    async def FunctionCallCancel(self, request):
        call = self._call(request.function_call_id)
        self.plane.ledger.count("calls cancelled", call.id)
        for entry in call.inputs.values():
            container = entry.container
            if entry.done:
                continue
            if container is None:
                self.plane.settle(entry, failure("terminated", "cancelled"), final=True)
            elif request.terminate_containers:
                self.plane.settle(entry, failure("terminated", "cancelled"), final=True)
                container.kill()
            else:
                container.cancel(entry)
        return Empty()

    def _function(self, function_id: str) -> Function:
        try:
            return self.plane.functions[function_id]
        except KeyError:
            raise GRPCError(Status.NOT_FOUND, f"no function {function_id}") from None

    def _call(self, call_id: str) -> Call:
        try:
            return self.plane.calls[call_id]
        except KeyError:
            raise GRPCError(Status.NOT_FOUND, f"no call {call_id}") from None

    def _put(self, call: Call, items) -> list[api_pb2.FunctionPutInputsResponseItem]:
        answers = []
        for item in items:
            entry = Input(self.plane.new_id("in"), call, item.idx, item.input)
            call.inputs[entry.id] = entry
            call.function.queue.append(entry)
            self.plane.ledger.count("inputs", entry.label)
            key = token(id=entry.id, idx=item.idx)
            answers.append(api_pb2.FunctionPutInputsResponseItem(idx=item.idx, input_id=entry.id, input_jwt=key))
        self.plane.schedule(call.function)
        return answers

    @staticmethod
    def _wanted(request, entry: int, item: api_pb2.FunctionGetOutputsItem) -> bool:
        if entry <= int((request.last_entry_id or "0-0").split("-")[0]):
            return False
        if request.HasField("start_idx") and item.idx < request.start_idx:
            return False
        return not request.HasField("end_idx") or item.idx <= request.end_idx
